#!/bin/sh
# Renders sample reports and reads them in headless Chromium; screenshots are left in .build/screenshots.
set -eu
cd "$(dirname "$0")/../.."
rm -rf .build/report-samples
swift build --build-tests
REPORT_SAMPLES="$PWD/.build/report-samples" swift test --skip-build --filter writesPagesForTheBrowser
exec python3 Tests/browser/check.py .build/report-samples .build/screenshots

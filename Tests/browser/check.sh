#!/bin/sh
# Renders sample reports and reads them in headless Chromium; screenshots are left in .build/screenshots.
set -eu
cd "$(dirname "$0")/../.."
Tests/readers/samples.sh
swift build --product contracts
python3 Tests/browser/serving.py .build/debug/contracts .build/screenshots
exec python3 Tests/browser/check.py .build/report-samples .build/screenshots

#!/bin/sh
# Renders sample reports and reads them in headless Chromium; screenshots are left in .build/screenshots.
set -eu
cd "$(dirname "$0")/../.."
Tests/readers/samples.sh
exec python3 Tests/browser/check.py .build/report-samples .build/screenshots

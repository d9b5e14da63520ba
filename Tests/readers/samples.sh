#!/bin/sh
# Writes every kind of report, of many reports, into .build/report-samples.
set -eu
cd "$(dirname "$0")/../.."
rm -rf .build/report-samples
swift build --build-tests
REPORT_SAMPLES="$PWD/.build/report-samples" swift test --skip-build --filter writesSamples

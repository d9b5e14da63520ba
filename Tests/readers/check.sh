#!/bin/sh
# Reads sample reports with readers that are not ours: JSON Schema, XML, Prometheus, Markdown, YAML, systemd.
set -eu
cd "$(dirname "$0")/../.."
Tests/readers/samples.sh
exec python3 Tests/readers/check.py .build/report-samples

#ifndef EMBEDDED_TEXTS_H
#define EMBEDDED_TEXTS_H

// Each function returns the UTF-8 text of the file that it is named after, with a zero byte at the end.

#pragma clang assume_nonnull begin

// JSONSchema
const char *embedded_applicator_json(void);
const char *embedded_content_json(void);
const char *embedded_core_json(void);
const char *embedded_format_annotation_json(void);
const char *embedded_format_assertion_json(void);
const char *embedded_meta_data_json(void);
const char *embedded_schema_json(void);
const char *embedded_unevaluated_json(void);
const char *embedded_validation_json(void);

// ContractFormat
const char *embedded_contract_schema_json(void);

// ContractChecking
const char *embedded_FindingRules_md(void);

// ContractReporting
const char *embedded_report_css(void);
const char *embedded_report_js(void);
const char *embedded_report_schema_json(void);

// ContractHealth
const char *embedded_health_schema_json(void);
const char *embedded_status_css(void);

// ContractAuthoring
const char *embedded_Helpers_txt(void);

// ContractServing
const char *embedded_serving_css(void);
const char *embedded_serving_js(void);

// ContractCommand
const char *embedded_Commands_md(void);
const char *embedded_completion_bash(void);
const char *embedded_completion_fish(void);
const char *embedded_completion_zsh(void);

#pragma clang assume_nonnull end

#endif

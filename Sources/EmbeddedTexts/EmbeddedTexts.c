// Resources of the modules as texts: '#embed' costs a compiler nothing, the byte literals of SwiftPM's 'embedInCode' seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "EmbeddedTexts.h"

#define TEXT(name) const char *name(void) { static const char text[] = {
#define END , 0}; return text; }

// JSONSchema
TEXT(embedded_applicator_json)
#embed "../JSONSchema/Resources/applicator.json"
END
TEXT(embedded_content_json)
#embed "../JSONSchema/Resources/content.json"
END
TEXT(embedded_core_json)
#embed "../JSONSchema/Resources/core.json"
END
TEXT(embedded_format_annotation_json)
#embed "../JSONSchema/Resources/format-annotation.json"
END
TEXT(embedded_format_assertion_json)
#embed "../JSONSchema/Resources/format-assertion.json"
END
TEXT(embedded_meta_data_json)
#embed "../JSONSchema/Resources/meta-data.json"
END
TEXT(embedded_schema_json)
#embed "../JSONSchema/Resources/schema.json"
END
TEXT(embedded_unevaluated_json)
#embed "../JSONSchema/Resources/unevaluated.json"
END
TEXT(embedded_validation_json)
#embed "../JSONSchema/Resources/validation.json"
END

// ContractFormat
TEXT(embedded_contract_schema_json)
#embed "../ContractFormat/Resources/contract.schema.json"
END

// ContractChecking
TEXT(embedded_FindingRules_md)
#embed "../ContractTesting/ContractTesting.docc/FindingRules.md"
END

// ContractReporting
TEXT(embedded_report_css)
#embed "../ContractReporting/Resources/report.css"
END
TEXT(embedded_report_js)
#embed "../ContractReporting/Resources/report.js"
END
TEXT(embedded_report_schema_json)
#embed "../ContractReporting/Resources/report.schema.json"
END

// ContractHealth
TEXT(embedded_health_schema_json)
#embed "../ContractHealth/Resources/health.schema.json"
END
TEXT(embedded_status_css)
#embed "../ContractHealth/Resources/status.css"
END

// ContractAuthoring
TEXT(embedded_Helpers_txt)
#embed "../ContractAuthoring/Resources/Helpers.txt"
END

// ContractServing
TEXT(embedded_serving_css)
#embed "../ContractServing/Resources/serving.css"
END
TEXT(embedded_serving_js)
#embed "../ContractServing/Resources/serving.js"
END

// ContractCommand
TEXT(embedded_Commands_md)
#embed "../ContractCommand/ContractCommand.docc/Commands.md"
END
TEXT(embedded_completion_bash)
#embed "../ContractCommand/Resources/completion.bash"
END
TEXT(embedded_completion_fish)
#embed "../ContractCommand/Resources/completion.fish"
END
TEXT(embedded_completion_zsh)
#embed "../ContractCommand/Resources/completion.zsh"
END

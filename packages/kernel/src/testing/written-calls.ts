// Writes tool calls as text, in the forms that different models use when the server does not recognise the call.
// Sources: waybarrios/vllm-mlx issue 107; mudler/LocalAI issue 10052; vllm-project/vllm issues 32506, 31871, 11392;
// ggml-org/llama.cpp issues 20260, 24807, 24329, 29240; agentscope-ai/QwenPaw issue 3560.

type Write = (name: string, values: Readonly<Record<string, string>>) => string;

/** The forms, by the models or formats that use them. */
export const writtenCalls = {
  'Hermes and Qwen 2.5': (name, values) =>
    `<tool_call>\n${JSON.stringify({ name, arguments: values })}\n</tool_call>`,
  'Qwen 3 Coder': (name, values) =>
    `<tool_call>\n<function=${name}>\n${Object.entries(values)
      .map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>`)
      .join('\n')}\n</function>\n</tool_call>`,
  Mistral: (name, values) => `[TOOL_CALLS][${JSON.stringify({ name, arguments: values })}]`,
  'fenced JSON': (name, values) => `\`\`\`json\n${JSON.stringify({ name, arguments: values })}\n\`\`\``,
  'plain JSON': (name, values) => JSON.stringify({ name, parameters: values }),
  'functions.NAME': (name, values) => `functions.${name}(${JSON.stringify(values)})`,
  'gpt-oss': (name, values) =>
    `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(values)}`,
  invoke: (name, values) =>
    `<invoke name="${name}">${Object.entries(values)
      .map(([key, value]) => `<parameter name="${key}">${value}</parameter>`)
      .join('')}</invoke>`,
} as const satisfies Readonly<Record<string, Write>>;

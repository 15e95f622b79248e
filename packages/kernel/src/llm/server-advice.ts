// Suggests what to switch on or change in a model server, with the options of that kind of server.

import type { ServerKind } from './language-model.ts';

type Advice = Readonly<Partial<Record<ServerKind, string>> & { unknown: string }>;

const topics = {
  tools: {
    vllm: 'Start vLLM with --enable-auto-tool-choice --tool-call-parser NAME, NAME being the one for your model (hermes, mistral, llama3_json, …).',
    'llama-cpp': 'Start llama-server with --jinja, and take a model whose chat template knows tools.',
    ollama: 'Take a model for which "ollama show MODEL" lists the capability "tools".',
    'lm-studio': 'Take a model that LM Studio marks as trained for tool use.',
    unknown:
      'Take a model trained to call tools, and switch tool calls on in the server (vLLM: --enable-auto-tool-choice --tool-call-parser NAME; llama.cpp: --jinja).',
  },
  cache: {
    vllm: 'Start vLLM with --enable-prefix-caching.',
    'llama-cpp': 'Start llama-server with -np 1, so that one slot keeps the prompt, and --cache-reuse 256.',
    koboldcpp: 'Start KoboldCpp without --noshift.',
    unknown:
      "Switch on the server's prefix cache, such as vLLM's --enable-prefix-caching: without it each scene computes the whole prompt again.",
  },
  reprocessing: {
    'llama-cpp':
      'Start llama-server with --swa-full (models with a sliding window), with more --ctx-checkpoints or a newer build (models with recurrent layers), and with -np 1.',
    unknown: 'Switch on the prefix cache of the server.',
  },
  cacheReport: {
    vllm: 'Start vLLM with --enable-prefix-caching, which keeps prompts in its cache, and --enable-prompt-tokens-details, which reports how much of a prompt it reused.',
    'llama-cpp': 'A newer llama-server may report them; its log says how much of a prompt it reused.',
    ollama:
      'Ollama does not report them. If the first word of a second reply comes much sooner, it kept the prompt.',
    unknown: 'The log of the server may say how much of a prompt it reused. Nothing else depends on it.',
  },
  toolsUnderNone: {
    vllm: 'Leave summaryToolChoice at auto, or start vLLM without --exclude-tools-when-tool-choice-none.',
    unknown: 'Leave summaryToolChoice at auto.',
  },
  thinkingParser: {
    vllm: 'Or start vLLM with --reasoning-parser NAME, NAME being the one for your model (deepseek_r1, qwen3, …).',
    'llama-cpp': 'Or start llama-server with --jinja --reasoning-format auto.',
    unknown: 'Or have the server tell thinking apart from the reply, if it can.',
  },
  thinking: {
    vllm: `To switch it off: --model-option 'chat_template_kwargs={"enable_thinking":false}', where the model's template knows it.`,
    'llama-cpp': `To switch it off: --model-option 'chat_template_kwargs={"enable_thinking":false}', or --reasoning-budget 0 for llama-server.`,
    ollama: 'To switch it off: --model-option reasoning_effort=none.',
    'lm-studio': `To switch it off: --model-option 'chat_template_kwargs={"enable_thinking":false}', where the model's template knows it.`,
    unknown: 'To have less of it: --model-option reasoning_effort=low, where the server knows it.',
  },
} satisfies Readonly<Record<string, Advice>>;

export function suggestCure(topic: keyof typeof topics, kind: ServerKind): string {
  const advice: Advice = topics[topic];
  return advice[kind] ?? advice.unknown;
}

const names: Readonly<Record<ServerKind, string>> = {
  vllm: 'vLLM',
  'llama-cpp': 'llama.cpp',
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  koboldcpp: 'KoboldCpp',
  unknown: 'a program that Terrarium does not know',
};

/** The name of the program as its makers write it. */
export function renderServerKind(kind: ServerKind): string {
  return names[kind];
}

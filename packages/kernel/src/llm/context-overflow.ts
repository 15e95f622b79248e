// Recognises that a prompt was too long, in the words of the servers people run.

/** Each wording with where it comes from; status codes differ (400, 413, 500, even 200), so they are not looked at. */
const wordings: readonly RegExp[] = [
  // OpenAI and vLLM: "This model's maximum context length is 4096 tokens. However, …"
  /maximum context length/i,
  /context_length_exceeded/i,
  // vLLM: "The decoder prompt (length 5000) is longer than the maximum model length of 4096"
  /longer than the maximum model length/i,
  /too long to fit into the model/i,
  // llama.cpp: "the request exceeds the available context size", type "exceed_context_size_error"
  /exceeds? (?:the )?(?:available )?context (?:size|length|window)/i,
  /exceed_context_size/i,
  // Ollama: "the input length exceeds the context length", "prompt too long; exceeded max context length"
  /exceeded (?:the )?(?:max(?:imum)? )?context (?:size|length|window)/i,
  // Ollama, which cut the last question away with all before it: "no user query found in messages"
  /no user query found in messages/i,
  // LM Studio: "Trying to keep the first N tokens when context the overflows", "Context size has been exceeded"
  /context the overflows/i,
  /context (?:size|length|window) (?:has been |was |is )?exceeded/i,
  /reached context length of/i,
  // SGLang: "The input (N tokens) is longer than the model's context length"
  /longer than the model'?s (?:maximum )?context length/i,
  // TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096"
  /tokens \+ `?max_new_tokens`? must be/i,
  // TabbyAPI: "Request length 71599 + 2048 is greater than max_seq_len 65536"
  /greater than max_seq_len/i,
  // Hosted: "prompt is too long", "input token count exceeds the maximum number of tokens"
  /prompt is too long/i,
  /token count .{0,40}exceeds the maximum/i,
];

/** Whether a server's words say that the prompt is longer than its window. */
export function isContextOverflow(words: string): boolean {
  return wordings.some((wording) => wording.test(words));
}

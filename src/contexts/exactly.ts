/**
 * The set of context keys as it is stored: sorted, each once. An empty key stands for the empty set, which a query string
 * cannot say otherwise (behaviour C6).
 */
export function exactly(contextKeys: readonly string[]): string[] {
  return [...new Set(contextKeys)].filter((key) => key !== '').sort();
}

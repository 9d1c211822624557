export const PHRASES: Record<string, string>;
export const WORKPLACE: Record<string, RegExp>;

export function phrasesIn(texts: ReadonlyMap<string, string>): Record<string, string[]>;
export function workplaceWordsIn(texts: ReadonlyMap<string, string>): string[];

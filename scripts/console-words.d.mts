export const WORDS: [phrases: string[], instead: string][];

export function textsOfSource(source: string): { text: string; line: number }[];
export function wordsIn(file: string, content: string): string[];

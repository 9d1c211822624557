export function testTitles(source: string): string[];

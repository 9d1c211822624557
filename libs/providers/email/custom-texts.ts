/** Data to be given back, for providers that keep texts only: what is none is written as JSON. */
export function customTexts(data: Readonly<Record<string, unknown>> | undefined): Record<string, string> | undefined {
  if (data === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Where a trace is looked at; undefined where the installation does not say. `template` has `{traceId}` in it. */
export function traceAddress(template: string | undefined, traceId: string): string | undefined {
  return template?.replaceAll('{traceId}', encodeURIComponent(traceId));
}

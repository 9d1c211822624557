/** A path of the console to return to, from the address; the beginning for anything else. */
export function insidePath(returnTo: string | undefined): string {
  const path = returnTo?.replace(/^\/console(?=\/|$)/, '');
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** The part of juice that is used: without its reader of files and addresses, which the main entry brings. */
declare module 'juice/client.js' {
  interface JuiceOptions {
    resolveCSSVariables?: boolean;
  }
  interface Juice {
    (html: string, options?: JuiceOptions): string;
    /** Properties that are left out. */
    excludedProperties: string[];
    codeBlocks: Record<string, { start: string; end: string }>;
  }
  const juice: Juice;
  export default juice;
}

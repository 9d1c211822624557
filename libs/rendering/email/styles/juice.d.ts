/** The part of juice that is used, without the reading of files and URLs that the main entry includes. */
declare module 'juice/client.js' {
  interface JuiceOptions {
    resolveCSSVariables?: boolean;
  }
  interface Juice {
    (html: string, options?: JuiceOptions): string;
    /** Properties that are not applied. */
    excludedProperties: string[];
    codeBlocks: Record<string, { start: string; end: string }>;
  }
  const juice: Juice;
  export default juice;
}

/**
 * How much one template may cost. Templates and the data they print come from users, and rendering is synchronous:
 * whatever a template takes is taken from every other delivery of the worker.
 */
export interface RenderLimits {
  /** Longest template, in characters. */
  templateLength: number;
  /** Most outputs and tags in one template; each line of a `{% liquid %}` tag counts. */
  tags: number;
  /**
   * Most steps one rendering may take; for an object of controls, all its fields together. A step is about the work of
   * one part of a template that is rendered, one property that is read, or one entry a filter looks at.
   */
  steps: number;
  /**
   * What one rendering may allocate on its way, in units of one character or one list entry. It is used up by ranges,
   * captures and filters and never given back; no single value may be larger than it either.
   */
  memory: number;
  /** Longest result, in characters. */
  outputLength: number;
  /** Most compiled templates an engine keeps. */
  cachedTemplates: number;
  /** Most template text an engine keeps compiled, in characters over all templates. */
  cachedLength: number;
}

/** Limits that leave an everyday template far below them and stop a hostile one well within a second. */
export const defaultRenderLimits: Readonly<RenderLimits> = {
  templateLength: 200_000,
  tags: 5_000,
  steps: 750_000,
  memory: 1_000_000,
  outputLength: 500_000,
  cachedTemplates: 1_000,
  cachedLength: 5_000_000,
};

import { randomBytes } from 'node:crypto';
import slugify from 'slugify';
import { parseReference } from '../platform/ids/slug-codec.js';

const MAX_SLUG_LENGTH = 64;
const FALLBACK_WORKFLOW_ID = 'workflow';
const FALLBACK_STEP_ID = 'step';
const RANDOM_CANDIDATES = 4;

/** A name in lowercase ASCII letters, digits and hyphens, at most 64; empty for a script that cannot be spelled so. */
export function nameSlug(name: string): string {
  return slugify.default(name, { lower: true, strict: true }).slice(0, MAX_SLUG_LENGTH).replace(/-+$/, '');
}

/** Whether a path with this text names a workflow by its identifier, not by an internal id or a slug. */
export function isIdentifier(text: string): boolean {
  return 'identifier' in parseReference(text);
}

/**
 * Identifiers to try for what brings none: the slug of its name, then the same with random suffixes. A slug that reads
 * as an internal id is not among them. `fallback` stands in for a name that cannot be spelled.
 */
export function identifierCandidates(name: string, fallback: string): string[] {
  const slug = nameSlug(name) || fallback;
  const suffixed = Array.from({ length: RANDOM_CANDIDATES }, () => `${slug}-${randomBytes(3).toString('hex')}`);
  return isIdentifier(slug) ? [slug, ...suffixed] : suffixed;
}

/** {@link identifierCandidates} of a workflow. */
export function workflowIdCandidates(name: string): string[] {
  return identifierCandidates(name, FALLBACK_WORKFLOW_ID);
}

interface NamedStep {
  name: string;
  stepId?: string;
}

/** The steps with an id each: as given, else the slug of the name, numbered where that is taken. */
export function assignStepIds<Step extends NamedStep>(steps: readonly Step[]): (Step & { stepId: string })[] {
  const taken = new Set(steps.map(({ stepId }) => stepId));
  return steps.map((step) => {
    const stepId = step.stepId ?? freeStepId(step.name, taken);
    taken.add(stepId);
    return { ...step, stepId };
  });
}

function freeStepId(name: string, taken: ReadonlySet<string | undefined>): string {
  const slug = nameSlug(name) || FALLBACK_STEP_ID;
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  return id;
}

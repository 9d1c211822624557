import { ValidationException } from '../platform/errors/validation.exception.js';
import { isCritical, type Workflow, type WorkflowKind } from './workflow.schema.js';

/** The members of a request that say what a workflow is. */
interface KindRequest {
  kind?: WorkflowKind;
  /** Null: none. An empty text: the one that it has where nothing is said. */
  category?: string | null;
}

/** Whether people subscribe to the workflow, and may unsubscribe (behaviour CS1). A critical one is not (CS3). */
export function isSubscription(workflow: Pick<Workflow, 'kind' | 'preferences'>): boolean {
  return workflow.kind === 'subscription' && !isCritical(workflow);
}

/**
 * The tag by which people choose whether they want the workflow (behaviour CS2). Where nothing is said, that is the first tag
 * of a subscription workflow. A category that the workflow no longer has as a tag counts as nothing.
 */
export function categoryOf({ kind, category, tags }: Pick<Workflow, 'kind' | 'category' | 'tags'>): string | undefined {
  if (category === null) return undefined;
  if (category !== undefined && tags.includes(category)) return category;
  return kind === 'subscription' ? tags[0] : undefined;
}

/**
 * The kind and category of a workflow after a request; what is left out stays as it is, unless its tags no longer have the
 * category. Defaults are not stored, so that
 * workflows which say them, and those which say nothing, have equal definitions.
 */
export function kindAfter(
  request: KindRequest,
  current: Pick<Workflow, 'kind' | 'category'> | undefined,
  tags: readonly string[],
): Pick<Workflow, 'kind' | 'category'> {
  const isSubscribed = (request.kind ?? current?.kind) === 'subscription';
  const kept = current?.category && !tags.includes(current.category) ? undefined : current?.category;
  const category = request.category === undefined ? kept : request.category;
  const isStated = category !== undefined && category !== '' && (category !== null || isSubscribed);
  return { ...(isSubscribed && { kind: 'subscription' as const }), ...(isStated && { category }) };
}

/** Throws 422 for a critical workflow that is a subscription, and for a category that is not one of the tags. */
export function assertKind(
  { category: asked }: KindRequest,
  workflow: Pick<Workflow, 'kind' | 'tags' | 'preferences'>,
): void {
  if (workflow.kind === 'subscription' && isCritical(workflow)) {
    const message =
      'kind must be transactional: the workflow is critical (preferences.user.all.readOnly), so nobody can unsubscribe from it';
    throw ValidationException.of('kind', message);
  }
  if (asked && !workflow.tags.includes(asked)) {
    throw ValidationException.of(
      'category',
      `category must be one of the tags of the workflow, or null; '${asked}' is not`,
    );
  }
}

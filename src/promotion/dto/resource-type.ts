/**
 * What answers say where a kind of resource is asked for. The official clients know three words for it, which are those
 * of another field, and refuse any other; `kind` says what it is.
 */
export const RESOURCE_TYPES = ['REGULAR', 'ECHO', 'BRIDGE'] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

export const RESOURCE_TYPE: ResourceType = 'REGULAR';

/** What requests may say: one of those three, which leaves the kind open, or the kind. */
export const REQUESTED_TYPES = [...RESOURCE_TYPES, 'workflow', 'layout'] as const;

export type RequestedType = (typeof REQUESTED_TYPES)[number];

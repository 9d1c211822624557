import type { OpenAPIObject } from '@nestjs/swagger';
import type { UNSERVED, unservedOperations } from '../../src/server/unserved/unserved-operations.js';

/** An operation of an official client. */
export interface ClientOperation {
  /** What it is about, as its path says, such as `topics`. */
  group: string;
  method: string;
  path: string;
}

/** What says why an operation is not served. */
export interface Unserved {
  UNSERVED: typeof UNSERVED;
  unservedOperations: typeof unservedOperations;
}

export const path: string;
export function clientOperations(): ClientOperation[];
export function isServed(document: OpenAPIObject, operation: ClientOperation): boolean;
export function clientsPage(current: string, document: OpenAPIObject, unserved: Unserved): string;
export function render(current: string): Promise<string>;

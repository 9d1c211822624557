import { createFileRoute } from '@tanstack/react-router';
import { CreateKey } from '../../features/api-keys/create';

/** A new API key. */
export const Route = createFileRoute('/_in/create/api-key')({ component: CreateKey });

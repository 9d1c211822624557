import { createFileRoute } from '@tanstack/react-router';
import { CreateContext } from '../../features/contexts/create';

/** A new context. */
export const Route = createFileRoute('/_in/create/context')({ component: CreateContext });

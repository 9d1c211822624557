import { createFileRoute } from '@tanstack/react-router';
import { CreateSuppression } from '../../features/suppressions/create';

/** A new suppressed address. */
export const Route = createFileRoute('/_in/create/suppression')({ component: CreateSuppression });

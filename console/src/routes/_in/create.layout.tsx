import { createFileRoute } from '@tanstack/react-router';
import { CreateLayout } from '../../features/layouts/create';

/** A new layout. */
export const Route = createFileRoute('/_in/create/layout')({ component: CreateLayout });

import { createFileRoute } from '@tanstack/react-router';
import { CreateApplication } from '../../features/legacy/create';

/** A new application of the legacy API. */
export const Route = createFileRoute('/_in/create/legacy-application')({ component: CreateApplication });

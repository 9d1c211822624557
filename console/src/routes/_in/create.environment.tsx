import { createFileRoute } from '@tanstack/react-router';
import { CreateEnvironment } from '../../features/environments/create';

/** A new environment. */
export const Route = createFileRoute('/_in/create/environment')({ component: CreateEnvironment });

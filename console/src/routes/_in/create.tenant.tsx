import { createFileRoute } from '@tanstack/react-router';
import { CreateTenant } from '../../features/tenants/create';

/** A new tenant. Not below /tenants, where each identifier may be that of a tenant. */
export const Route = createFileRoute('/_in/create/tenant')({ component: CreateTenant });

import { createFileRoute } from '@tanstack/react-router';
import { CreateWorkflow } from '../../features/workflows/create';

/** A new workflow. */
export const Route = createFileRoute('/_in/create/workflow')({ component: CreateWorkflow });

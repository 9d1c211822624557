import { createFileRoute } from '@tanstack/react-router';
import { CreateVariable } from '../../features/variables/create';

/** A new variable. */
export const Route = createFileRoute('/_in/create/variable')({ component: CreateVariable });

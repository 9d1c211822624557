import { createFileRoute } from '@tanstack/react-router';
import { CreateTopic } from '../../features/topics/create';

/** A new topic. */
export const Route = createFileRoute('/_in/create/topic')({ component: CreateTopic });

import {
  BellRing,
  Braces,
  Clock,
  Gauge,
  Globe,
  Hourglass,
  Inbox,
  Layers,
  type LucideIcon,
  Mail,
  MessageSquare,
  MessagesSquare,
  Siren,
} from 'lucide-react';
import type { StepType } from '../../../ui/step-name';

const ICONS: Record<StepType, LucideIcon> = {
  in_app: Inbox,
  email: Mail,
  sms: MessageSquare,
  push: BellRing,
  chat: MessagesSquare,
  tool: Siren,
  delay: Clock,
  wait_until: Hourglass,
  digest: Layers,
  throttle: Gauge,
  http_request: Globe,
  custom: Braces,
};

/** The sign of a kind of step, beside its name. */
export function KindIcon({ type }: { type: StepType }) {
  const Icon = ICONS[type];
  return <Icon size={16} aria-hidden />;
}

import {
  CHAT_CONTROLS,
  EMAIL_CONTROLS,
  PUSH_CONTROLS,
  SMS_CONTROLS,
  TOOL_CONTROLS,
} from './channels/channel.controls.js';
import { ChatControlValuesDto } from './channels/chat-control-values.dto.js';
import { EmailControlValuesDto } from './channels/email-control-values.dto.js';
import { PushControlValuesDto } from './channels/push-control-values.dto.js';
import { SmsControlValuesDto } from './channels/sms-control-values.dto.js';
import { ToolControlValuesDto } from './channels/tool-control-values.dto.js';
import { IN_APP_CONTROLS } from './in-app.controls.js';
import { InAppControlValuesDto } from './in-app-control-values.dto.js';
import { CustomControlValuesDto } from './other/custom-control-values.dto.js';
import { HttpRequestControlValuesDto } from './other/http-request-control-values.dto.js';
import { CUSTOM_CONTROLS, HTTP_REQUEST_CONTROLS } from './other/other.controls.js';
import type { StepControls } from './schema-types.js';
import { DelayControlValuesDto } from './waiting/delay-control-values.dto.js';
import { DigestControlValuesDto } from './waiting/digest-control-values.dto.js';
import { ThrottleControlValuesDto } from './waiting/throttle-control-values.dto.js';
import { DELAY_CONTROLS, DIGEST_CONTROLS, THROTTLE_CONTROLS } from './waiting/waiting.controls.js';

/** The kinds of steps a workflow can have. */
export const STEP_TYPES = [
  'in_app',
  'email',
  'sms',
  'push',
  'chat',
  'tool',
  'delay',
  'digest',
  'throttle',
  'http_request',
  'custom',
] as const;

export type StepType = (typeof STEP_TYPES)[number];

/** What distinguishes one kind of step from another in a definition. */
export interface StepKind {
  /** The rules of its control values. */
  controlValues: new () => object;
  controls: StepControls;
}

export const STEP_KINDS: Record<StepType, StepKind> = {
  in_app: { controlValues: InAppControlValuesDto, controls: IN_APP_CONTROLS },
  email: { controlValues: EmailControlValuesDto, controls: EMAIL_CONTROLS },
  sms: { controlValues: SmsControlValuesDto, controls: SMS_CONTROLS },
  push: { controlValues: PushControlValuesDto, controls: PUSH_CONTROLS },
  chat: { controlValues: ChatControlValuesDto, controls: CHAT_CONTROLS },
  tool: { controlValues: ToolControlValuesDto, controls: TOOL_CONTROLS },
  delay: { controlValues: DelayControlValuesDto, controls: DELAY_CONTROLS },
  digest: { controlValues: DigestControlValuesDto, controls: DIGEST_CONTROLS },
  throttle: { controlValues: ThrottleControlValuesDto, controls: THROTTLE_CONTROLS },
  http_request: { controlValues: HttpRequestControlValuesDto, controls: HTTP_REQUEST_CONTROLS },
  custom: { controlValues: CustomControlValuesDto, controls: CUSTOM_CONTROLS },
};

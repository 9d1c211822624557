import type { StepType } from '../../../workflows/steps/step-kinds.js';
import {
  executeChatStep,
  executeCustomStep,
  executeInAppStep,
  executePushStep,
  executeSmsStep,
} from './message-steps.js';
import { executeDelayStep } from './delay.step.js';
import { executeDigestStep } from './digest.step.js';
import { executeEmailStep } from './email.step.js';
import { executeHttpRequestStep } from './http-request.step.js';
import type { StepExecutor } from './step.js';
import { executeThrottleStep } from './throttle.step.js';
import { executeWaitUntilStep } from './wait-until.step.js';
import { executeToolStep } from './tool.step.js';

export const STEP_EXECUTORS: Record<StepType, StepExecutor> = {
  in_app: executeInAppStep,
  email: executeEmailStep,
  sms: executeSmsStep,
  push: executePushStep,
  chat: executeChatStep,
  tool: executeToolStep,
  delay: executeDelayStep,
  wait_until: executeWaitUntilStep,
  digest: executeDigestStep,
  throttle: executeThrottleStep,
  http_request: executeHttpRequestStep,
  custom: executeCustomStep,
};

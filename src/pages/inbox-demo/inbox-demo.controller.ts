import { Controller, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { TriggerResultDto } from '../../events/events.dto.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../../inbox/widget/sessions/session.guard.js';
import { InboxDemo } from './inbox-demo.service.js';

/** The button of the page. It is no part of the API, and no key is needed: the session says who gets the sample. */
@ApiExcludeController()
@ForSubscribers()
@Controller('inbox-demo')
export class InboxDemoController {
  constructor(private readonly demo: InboxDemo) {}

  /** Send the sample notification */
  @Post('trigger')
  trigger(@CurrentSession() session: SubscriberSession): Promise<TriggerResultDto> {
    return this.demo.trigger(session);
  }
}

import { Controller, ForbiddenException, Get, Header, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, Public } from '../../auth/access.guard.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { Guests } from '../../auth/guests/guests.service.js';
import { hasOwnHost } from '../../auth/guests/page-access.js';
import type { TriggerResultDto } from '../../events/accept/trigger-result.dto.js';
import { CurrentSession, ForSubscribers, type SubscriberSession } from '../../inbox/widget/sessions/session.guard.js';
import { Config } from '../../platform/config/config.js';
import { ErrorDto } from '../../platform/errors/error.dto.js';
import type { InboxDemoDto, OpenedInboxDemoDto } from './inbox-demo.dto.js';
import { InboxDemo } from './inbox-demo.service.js';

/** What the screen of the inbox demo shows. No key and no account is needed, but the cookie of a printed address. */
@ApiTags('Inbox widget')
@Controller('v1/inbox/demo')
export class InboxDemoController {
  constructor(
    private readonly demo: InboxDemo,
    private readonly guests: Guests,
    private readonly config: Config,
  ) {}

  /**
   * Retrieve the inbox demo
   *
   * The inbox of one sample person in the Development environment, for a browser that has opened the address of the inbox
   * that Carillon prints at its start. Only where the demo is served (`INBOX_DEMO`).
   */
  @Get()
  @Public()
  @Header('cache-control', 'no-store')
  @ApiForbiddenResponse({
    type: ErrorDto,
    description: 'The browser has not opened the printed address, or asks under a name that is not known here.',
  })
  async retrieve(@Req() request: FastifyRequest): Promise<InboxDemoDto> {
    if (!hasOwnHost(request, this.config)) throw new ForbiddenException(OTHER_NAME);
    if (this.guests.inboxDemo(request) !== 'open') throw new ForbiddenException(CLOSED);
    return this.demo.describe();
  }
}

const CLOSED = {
  message: 'The inbox demo is closed',
  error: 'Forbidden',
  hint: 'Open the address of the inbox that Carillon printed when it started: it ends in ?token=…. To see it again, run `carillon pages` in the folder of Carillon, or in its container.',
};

const OTHER_NAME = {
  message: 'The inbox demo is not shown under this name',
  error: 'Forbidden',
  hint: 'Ask for it under `localhost`, an address of this machine, or the address of the setting PUBLIC_URL.',
};

/** The demo for people who have signed in. */
@ApiTags('Inbox widget')
@Access('subscribers')
@Controller('v2/inbox-demo')
export class OpenedInboxDemoController {
  constructor(private readonly demo: InboxDemo) {}

  /**
   * Open the inbox demo
   *
   * The inbox of the sample person in the environment of the request, for an hour. Creates the person and the workflow of
   * the sample there when they are missing. Needs the permissions for what it opens: reading and writing subscribers and
   * notifications, triggers, and writing workflows; 403 without one of them. Only where the demo is served (`INBOX_DEMO`).
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  open(@CurrentEnvironment() environment: EnvironmentRef): Promise<OpenedInboxDemoDto> {
    return this.demo.open(environment);
  }
}

/** The button of the screen: the session says who gets the sample. */
@ApiTags('Inbox widget')
@ForSubscribers()
@Controller('v1/inbox/demo/trigger')
export class InboxDemoTriggerController {
  constructor(private readonly demo: InboxDemo) {}

  /**
   * Send the sample notification
   *
   * To the sample person, whose session it has to be; 403 for everyone else. The workflow is created at the first time.
   */
  @Post()
  @ApiForbiddenResponse({ type: ErrorDto, description: 'The session is of somebody else.' })
  trigger(@CurrentSession() session: SubscriberSession): Promise<TriggerResultDto> {
    return this.demo.trigger(session);
  }
}

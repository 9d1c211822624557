import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../environments/api-keys/public.decorator.js';
import { OpenSessionDto } from './dto/open-session.dto.js';
import type { SessionDto } from './dto/session.dto.js';
import { SessionOpening } from './session-opening.service.js';

@ApiTags('Inbox widget')
@Controller('v1/inbox/session')
export class SessionsController {
  constructor(private readonly opening: SessionOpening) {}

  /**
   * Open an inbox session
   *
   * Answers with the token for all other calls of the widget. The subscriber is created when unknown. Environments of
   * type `prod` ask for `subscriberHash`, and with a context for `contextHash`; the credential `hmac` of the in-app
   * integration switches that on and off in any environment. With a right `subscriberHash` all fields sent are stored.
   * Without one a known subscriber's email, phone and data stay as they are, because anybody could have sent them.
   */
  @Post()
  @Public()
  open(@Body() request: OpenSessionDto): Promise<SessionDto> {
    return this.opening.open(request);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../../auth/access.guard.js';
import { OpenSessionDto, type SessionDto } from './sessions.dto.js';
import { SessionOpening } from './session-opening.service.js';

@ApiTags('Inbox widget')
@Controller('v1/inbox/session')
export class SessionsController {
  constructor(private readonly opening: SessionOpening) {}

  /**
   * Open an inbox session
   *
   * Returns the token for all other calls of the widget. The subscriber is created when unknown. Environments of
   * type `prod` ask for `subscriberHash`, and with a context for `contextHash`; the credential `hmac` of the in-app
   * integration switches that on and off in any environment. Of the subscriber the names, picture, language and time zone
   * are stored. Email, phone and data are ignored, because any client could have sent them, unless `subscriber.profileHash`
   * proves them. Sessions without proof may create `WIDGET_CREATIONS_PER_HOUR` subscribers and
   * contexts in an hour; then it is 429 with `Retry-After`.
   */
  @Post()
  @Public()
  open(@Body() request: OpenSessionDto): Promise<SessionDto> {
    return this.opening.open(request);
  }
}

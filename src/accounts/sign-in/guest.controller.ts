import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../auth/access.guard.js';
import { Guests } from '../../auth/guests/guests.service.js';
import { type GuestDto, toGuestEnvironmentDto } from './sign-in.dto.js';

@ApiTags('Accounts')
@Controller('v1/session/guest')
export class GuestController {
  constructor(private readonly guests: Guests) {}

  /**
   * Retrieve what is open without signing in
   *
   * For pages that are opened without a session. A browser that has opened an address that Carillon has printed on its
   * own machine may see some screens all the same.
   */
  @Get()
  @Public()
  @Header('cache-control', 'no-store')
  async retrieve(@Req() request: FastifyRequest): Promise<GuestDto> {
    const outbox = this.guests.outbox(request);
    const readable = outbox === 'open' ? await this.guests.readable() : [];
    return {
      outbox,
      inboxDemo: this.guests.inboxDemo(request),
      environments: readable.map(toGuestEnvironmentDto),
    };
  }
}

import { Global, Injectable, Module } from '@nestjs/common';

/** The current time. Tests replace it to move through delays and expiry. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}

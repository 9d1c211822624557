import { Global, Injectable, Module } from '@nestjs/common';

/** The time of day as the application sees it. Tests replace it to move through delays and expiry. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}

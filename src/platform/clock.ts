import { Global, Injectable, Module } from '@nestjs/common';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The time that is `milliseconds` after another. */
export function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

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

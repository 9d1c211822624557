import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { Metrics } from '../../platform/metrics/metrics.js';
import { monitorCommands } from '../../platform/patches/mongoose.js';
import { countCommand, Tracing } from '../../platform/tracing/tracing.js';

/**
 * Counts the commands to the store, and the time they take, for metrics and for spans. Where no traces are
 * recorded, it begins when metrics are first read.
 */
@Injectable()
export class StoreMetrics implements OnModuleInit, OnModuleDestroy {
  private readonly onSuccess = (event: mongo.CommandSucceededEvent) => this.note(event, 'ok');
  private readonly onFailure = (event: mongo.CommandFailedEvent) => this.note(event, 'failed');

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  onModuleInit(): void {
    const client = this.connection.getClient();
    client.on('commandSucceeded', this.onSuccess).on('commandFailed', this.onFailure);
    if (!this.tracing.isOn) return;
    client.on('commandStarted', countCommand);
    monitorCommands();
  }

  onModuleDestroy(): void {
    const client = this.connection.getClient();
    client.off('commandSucceeded', this.onSuccess).off('commandFailed', this.onFailure);
    client.off('commandStarted', countCommand);
  }

  private note({ commandName, duration }: { commandName: string; duration: number }, result: 'ok' | 'failed'): void {
    this.metrics.storeCommands.add({ command: commandName, result });
    this.metrics.storeSeconds.observe({ command: commandName }, duration / 1000);
  }
}

import { Global, Injectable, Module } from '@nestjs/common';
import { Counter, Gauge, Histogram } from './instruments.js';

/** Seconds, from what is felt as immediate to what somebody has to look at. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/**
 * Every metric of this process. Labels have few values each: never the id of a person, an environment or a message. What is
 * counted where it happens costs a lookup in a map; what is read from elsewhere is read when the metrics are asked for.
 */
@Injectable()
export class Metrics {
  readonly triggers = new Counter({
    name: 'carillon_triggers_total',
    help: 'Triggers that the API has responded to, by outcome: accepted, replayed, without_effect, refused.',
    labels: ['outcome'],
  });

  readonly refusedRequests = new Counter({
    name: 'carillon_rate_limited_requests_total',
    help: 'Requests that were refused with 429 because of a rate limit, by category: trigger, bulk, request, inbox.',
    labels: ['category'],
  });

  readonly uncheckedRequests = new Counter({
    name: 'carillon_rate_limit_unchecked_total',
    help: 'Requests that this process has counted for itself alone, because Redis did not respond.',
  });

  readonly runs = new Counter({
    name: 'carillon_runs_total',
    help: 'Runs that have ended, by status.',
    labels: ['status'],
  });

  readonly steps = new Counter({
    name: 'carillon_steps_total',
    help: 'Steps that have ended, by type and reason.',
    labels: ['type', 'reason'],
  });

  readonly sendAttempts = new Counter({
    name: 'carillon_send_attempts_total',
    help: 'Messages that were handed to a provider, by channel, provider, result (sent, or the kind of the failure) and fault, who has to act: recipient, content, account, passing.',
    labels: ['channel', 'provider', 'result', 'fault'],
  });

  readonly heldMessages = new Counter({
    name: 'carillon_held_messages_total',
    help: 'Times that a message had to wait before it was sent, by channel and reason: rate_waiting (the rate of its integration), cap_waiting (the cap of its recipient).',
    labels: ['channel', 'reason'],
  });

  readonly deliverySeconds = new Histogram(
    {
      name: 'carillon_delivery_seconds',
      help: 'Time from the trigger until the message was visible (in_app) or accepted by its provider, without runs that have waited on purpose.',
      labels: ['channel'],
    },
    SECONDS,
  );

  readonly deadLetters = new Counter({
    name: 'carillon_dead_letters_total',
    help: 'Messages that were given up, by channel.',
    labels: ['channel'],
  });

  readonly breakers = new Gauge({
    name: 'carillon_open_breakers',
    help: 'Integrations that this process does not call for now, by channel, provider and reason: account (the provider refuses it, somebody has to act), failures (it keeps failing).',
    labels: ['channel', 'provider', 'reason'],
  });

  readonly openEventAge = new Gauge({
    name: 'carillon_oldest_open_event_seconds',
    help: 'How long the trigger that has waited longest has waited for a worker; 0: none waits.',
  });

  readonly wakeLateness = new Histogram(
    {
      name: 'carillon_wake_lateness_seconds',
      help: 'How much later than planned runs were continued after a delay, a digest or a pause before another attempt.',
    },
    SECONDS,
  );

  readonly rescuedEvents = new Counter({
    name: 'carillon_rescued_events_total',
    help: 'Triggers that were not delivered in time, because the queue or a worker was lost, and were handed out again.',
  });

  readonly queueJobs = new Gauge({
    name: 'carillon_queue_jobs',
    help: 'Jobs in the queue, by queue and state.',
    labels: ['queue', 'state'],
  });

  readonly queueWaitSeconds = new Histogram(
    {
      name: 'carillon_queue_wait_seconds',
      help: 'Time that jobs have waited in the queue, by queue.',
      labels: ['queue'],
    },
    SECONDS,
  );

  readonly webhookAttempts = new Counter({
    name: 'carillon_webhook_attempts_total',
    help: 'Requests to webhooks, by result: delivered, pending (is repeated), failed (given up).',
    labels: ['result'],
  });

  readonly webhookAge = new Gauge({
    name: 'carillon_oldest_due_webhook_seconds',
    help: 'How long the webhook delivery that is due longest has been due; 0: none is.',
  });

  readonly sockets = new Gauge({
    name: 'carillon_live_connections',
    help: 'Open connections of inboxes to this process.',
  });

  readonly storeCommands = new Counter({
    name: 'carillon_store_commands_total',
    help: 'Commands that this process has sent to the store since the first scrape, by name and result: ok, failed.',
    labels: ['command', 'result'],
  });

  readonly storeSeconds = new Histogram(
    {
      name: 'carillon_store_command_seconds',
      help: 'Time that the store has taken for a command since the first scrape, by name.',
      labels: ['command'],
    },
    SECONDS,
  );

  readonly eventLoopDelay = new Gauge({
    name: 'carillon_event_loop_delay_seconds',
    help: 'By how much the event loop of this process was late since the last scrape, by quantile.',
    labels: ['quantile'],
  });

  readonly memory = new Gauge({
    name: 'carillon_memory_bytes',
    help: 'Memory of this process, by kind: rss, heap_used, external.',
    labels: ['kind'],
  });

  readonly cpuSeconds = new Gauge({
    name: 'carillon_cpu_seconds',
    help: 'Processor time that this process has used.',
  });

  readonly info = new Gauge({
    name: 'carillon_info',
    help: 'Always 1; the labels say which version and role this process has.',
    labels: ['version', 'role'],
  });

  readonly unreadable = new Gauge({
    name: 'carillon_unreadable_metrics',
    help: 'Groups of metrics that could not be read for this response and have their earlier value, by group.',
    labels: ['group'],
  });

  /** All metrics in the text format of Prometheus, version 0.0.4. */
  text(): string {
    return Object.values(this)
      .map((instrument: { text(): string }) => instrument.text())
      .join('');
  }
}

@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

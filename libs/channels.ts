/** How messages of a channel are sent, and what belongs to them. A new channel has to say all of it. */
interface ChannelFacts {
  /** Providers send its messages; otherwise they are kept for the inbox. */
  isSent: boolean;
  /** Its messages wait for the hours of their subscriber (behaviour Q2). */
  hasHours: boolean;
  /** Providers report what became of its messages. */
  hasReports: boolean;
  /** One integration, the primary one, sends its messages; otherwise all of them do (behaviour G5). */
  hasPrimary: boolean;
  /** Subscribers have credentials of their own for it, such as the tokens of their devices. */
  hasCredentials: boolean;
  /** Subscribers are reached at channel endpoints. */
  hasEndpoints: boolean;
  /** The content of a step may differ by provider. */
  hasProviderOverrides: boolean;
}

const SENT = {
  isSent: true,
  hasHours: true,
  hasReports: true,
  hasPrimary: false,
  hasCredentials: false,
  hasEndpoints: false,
  hasProviderOverrides: false,
};

/** `tool` is for services that receive incidents. */
const FACTS = {
  in_app: { ...SENT, isSent: false, hasHours: false, hasReports: false },
  email: { ...SENT, hasPrimary: true },
  sms: { ...SENT, hasPrimary: true },
  chat: { ...SENT, hasCredentials: true, hasEndpoints: true, hasProviderOverrides: true },
  push: { ...SENT, hasCredentials: true },
  tool: { ...SENT, hasHours: false, hasReports: false, hasEndpoints: true, hasProviderOverrides: true },
} satisfies Record<string, ChannelFacts>;

/** What messages go through. */
export type Channel = keyof typeof FACTS;

/** All channels, in the order in which they are listed. */
export const CHANNELS = Object.keys(FACTS) as readonly Channel[];

/** Whether there is a channel of this name. Steps that send a message have the name of their channel as type. */
export function isChannel(name: string): name is Channel {
  return Object.hasOwn(FACTS, name);
}

/** The facts of the channel of this name; undefined when there is no such channel. */
export function channelFacts(name: string | undefined): Readonly<ChannelFacts> | undefined {
  return name !== undefined && isChannel(name) ? FACTS[name] : undefined;
}

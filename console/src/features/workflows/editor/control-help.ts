/** Help for a control value: one short sentence for a person in front of the form, not the description of the API. */
const HELP: Record<string, string> = {
  avatar: 'Image shown beside the notification.',
  continueOnFailure: 'Goes on with the next step when the request fails.',
  amount: 'Leave the time of day empty to continue at once.',
  cron: 'Where the time zone is not known, UTC.',
  custom: 'Values that later steps can use.',
  data: 'Extra data for your app, handed over with the message.',
  digestKey:
    'Events with different values in this payload field get separate messages. Leave it empty for one message.',
  disableOutputSanitization: 'Keeps scripts and styles that are removed by default.',
  disableTracking: 'Does not count opens and clicks of this email.',
  dynamicKey: 'Payload field with the date or the length of time.',
  enforceSchemaValidation: 'Fails the step when the response does not match the schema.',
  expiresIn: 'Skips the message when it is not sent within this time.',
  extendToSchedule: 'Ends later when it would end in quiet hours.',
  from: 'Replaces the sender of the integration.',
  link: 'Web address, or a path of your app such as /orders.',
  lookBackWindow: 'Leave it empty to collect the first event, too.',
  preheader: 'Preview text beside the subject in the mail program.',
  replyTo: 'Address that receives replies.',
  responseBodySchema: 'JSON Schema that the response must match.',
  shouldStopOnFail: 'Later steps do not run.',
  silent: 'Wakes the app without showing a notification.',
  smartEncoding: 'Replaces typographic characters so that the SMS needs fewer segments.',
  threshold: 'The workflow ends here for the others.',
  throttleKey: 'Payload field by which runs are counted, such as orderId. Leave it empty to count all.',
  timeout: 'The step ends after this time.',
  until: 'Ends the wait early when one of these happens.',
  url: 'Public http or https address.',
  useProviderDefaults: 'Ignores the sender set here.',
};

/** Undefined for controls whose label says everything. */
export function helpOf(name: string): string | undefined {
  return HELP[name];
}

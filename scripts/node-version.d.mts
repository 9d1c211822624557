export function refuseNodeVersion(version: string): string | undefined;

/** A handler's answer that sends the browser to another address. */
export class Redirect {
  readonly location: string;
  /** The Set-Cookie header. */
  readonly cookie: string | undefined;
  /** @param location a path of this server, or the address of a provider that the operator has named */
  constructor(location: string, cookie?: string) {
    this.location = location;
    this.cookie = cookie;
  }
}

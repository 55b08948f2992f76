/** One page that talks to the server: nothing is rendered ahead. */
export const ssr = false;

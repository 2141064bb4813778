import { survivesKills } from './killed';
import { names } from './sources';

describe('law 43: sources that are not HTTP, killed twice', () => {
  it("an MCP server's tools", () => survivesKills('mcp', names));

  it('an async generator', () => survivesKills('generator', names));
});

// Asks the host for the state again and again, with the SDK, and says how long each time took.
import { defineTool } from "@narratoria/protocol/skill";

defineTool({
  async run({ calls }, { host }) {
    const times = [];
    for (let call = 0; call < calls; call++) {
      const startedAt = performance.now();
      const { place } = await host.state();
      times.push(performance.now() - startedAt);
      if (place !== "mill") throw new Error("the host said something else");
    }
    return { times };
  },
});

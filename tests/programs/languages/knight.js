// Moves a knight out and back, then resigns: one process, one game, SAN lines.
const lines = require("readline").createInterface({ input: process.stdin });
let color = "", made = 0;

function move() {
  const home = color === "white" ? "Nb1" : "Nb8", out = color === "white" ? "Nc3" : "Nc6";
  console.log(made === 4 ? "resign" : made % 2 === 0 ? out : home);
  made += 1;
}

lines.on("line", (line) => {
  if (color) move();
  else if ((color = line) === "white") move();
});

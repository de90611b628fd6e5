// Answers HTTP requests with random moves: "node moves.js", then play http://localhost:8000/.
const http = require("node:http");

// Returns a move for the position: yours in place of this one.
function choose(question) {
  const moves = question.legal_moves;
  return moves[Math.floor(Math.random() * moves.length)];
}

const server = http.createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (text) => (body += text));
  request.on("end", () => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ move: choose(JSON.parse(body)) }));
  });
});

server.listen(Number(process.argv[2] ?? 8000), "127.0.0.1", () => {
  console.log(`http://localhost:${server.address().port}/`);
});

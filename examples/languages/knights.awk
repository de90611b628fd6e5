# Its knights walk out and home. It resigns when it is in check or when a piece was captured.
BEGIN { split("Nf3 Nc3 Ng1 Nb1", walk) }
/^black/ { split("Nf6 Nc6 Ng8 Nb8", walk); next }  # wait for White's first move
{
    print /[x+]/ ? "resign" : walk[turn++ % 4 + 1]  # after '.' another move
    fflush()
}
